/** The application that a cluster belongs to. Its id names the cluster's files, and its title appears in messages. */
export type Application = {
  /**
   * Lower-case letters, such as "caramelo". Part of the names of the superuser, the password file and every folder
   * outside the data folder, so an application must never change it.
   */
  id: string;
  /** The name in messages, such as "Caramelo". */
  title: string;
  /** Alternatives for the person who starts the application. Each text continues a sentence after "or" or ":". */
  advice: {
    /** For example "set DATABASE_URL to a PostgreSQL of your own". */
    useOtherServer: string;
    /** For example "give this one another DATA_DIR". */
    useOtherFolder: string;
  };
};
