/** The application that a cluster belongs to: what its files are named after, and what messages call it. */
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
    /** Such as "set DATABASE_URL to a PostgreSQL of your own". */
    useOtherServer: string;
    /** Such as "give this one another DATA_DIR". */
    useOtherFolder: string;
  };
};
