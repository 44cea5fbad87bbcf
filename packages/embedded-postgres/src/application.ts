/** The application that a cluster belongs to. Its id names the cluster's files, and its title appears in messages. */
export type Application = {
  /**
   * Lower-case letters, such as "caramelo". The superuser, the password file and every folder outside the data folder
   * carry this name, so an application must never change it.
   */
  id: string;
  /** The name that messages use, such as "Caramelo". */
  title: string;
  /** What the person who starts the application can do instead. Each text continues a sentence after "or" or ":". */
  advice: {
    /** For example "set DATABASE_URL to a PostgreSQL of your own". */
    useOtherServer: string;
    /** For example "give this one another DATA_DIR". */
    useOtherFolder: string;
  };
};
