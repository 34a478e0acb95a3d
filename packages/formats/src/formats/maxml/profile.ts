/** Namespace of the open profile; `schema/maxml.xsd` is its schema. */
export const MAXML_NAMESPACE = 'urn:fieldbridge:maxml:1';
export const MAXML_ROOT = 'MAXML';
/** The written version; readers accept every 1.x and refuse newer ones. */
export const MAXML_VERSION = '1.0';
