/** What is wrong with the pages of an SQLite file; whoever opened the file makes an error with a code of it. */
export class PageFault extends Error {}
