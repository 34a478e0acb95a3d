/** A fault in the pages of an SQLite file. The code that opened the file turns it into a coded error. */
export class PageFault extends Error {}
