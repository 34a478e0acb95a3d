/**
 * The code pages of texts before 2007 as DXF names them, by their numbers in the file's header. Source: the numbers in
 * headers beside $DWGCODEPAGE of their DXF, and permissively licensed readers.
 */
export const CODE_PAGES: readonly string[] = (
  ' ascii iso8859-1 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-9 dos437 dos850 ' +
  'dos852 dos855 dos857 dos860 dos861 dos863 dos864 dos865 dos869 dos932 mac-roman big5 ksc5601 johab dos866 ' +
  'ansi_1250 ansi_1251 ansi_1252 gb2312 ansi_1253 ansi_1254 ansi_1255 ansi_1256 ansi_1257 ansi_874 ansi_932 ' +
  'ansi_936 ansi_949 ansi_950 ansi_1361 utf-16 ansi_1258'
).split(' ');
