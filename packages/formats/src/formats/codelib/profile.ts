/** Namespace of the open profile; `schema/code-library.xsd` is its schema. */
export const CODE_LIBRARY_NAMESPACE = 'urn:fieldbridge:code-library:1';
export const CODE_LIBRARY_ROOT = 'CodeLibrary';
/** The version written; readers accept every 1.x and refuse newer ones. */
export const CODE_LIBRARY_VERSION = '1.0';
