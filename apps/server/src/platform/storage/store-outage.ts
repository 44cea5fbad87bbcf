/** The object store does not answer, or says that it is overloaded: nothing is wrong with the request. */
export class StoreOutage extends Error {}
