/** Namespace of the open profile; `schema/maxml.xsd` is its schema. */
export const MAXML_NAMESPACE = 'urn:fieldbridge:maxml:1';
export const MAXML_ROOT = 'MAXML';
/** What is written; readers take every 1.x and refuse what is newer. */
export const MAXML_VERSION = '1.0';
