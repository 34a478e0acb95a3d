/** Namespace of the open profile; `schema/code-library.xsd` is its schema. */
export const CODE_LIBRARY_NAMESPACE = 'urn:fieldbridge:code-library:1';
export const CODE_LIBRARY_ROOT = 'CodeLibrary';
/** What is written; readers take every 1.x and refuse what is newer. */
export const CODE_LIBRARY_VERSION = '1.0';
