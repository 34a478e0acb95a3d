import type { IssueRows } from './row.ts';

/** Points in text files. */
export const pointsIssues = {
  'binary-content': {
    level: 'error',
    text: 'the file is binary, not text',
    advice: 'state its real format or its encoding',
  },
  'field-book': {
    level: 'error',
    text: 'a field book ({name}) holds measurements, not coordinates: line {line} is "{record}"',
    advice: 'export coordinates from the instrument or its office program{otherwise}',
  },
  'formula-mark-removed': {
    level: 'note',
    text: 'a text lost the apostrophe that keeps spreadsheets from running it as a formula',
  },
  'columns-unknown': {
    level: 'error',
    text: 'no coordinates were recognised in the columns (delimiter {delimiter})',
    advice: 'state columns, for example columns=name,northing,easting,elevation,code',
  },
  'no-points': {
    level: 'error',
    text: 'no coordinates in the columns {columns} in any of {count row|rows}',
    advice: 'state columns, delimiter or decimal',
  },
  'systems-several': {
    level: 'error',
    text: 'rows name different reference systems: "{name}" in line {line}, "{other}" in line {otherLine}',
    advice: 'import the rows of each system from a file of their own, or state one for all of them with the option crs',
  },
  'no-rows': { level: 'warning', text: 'the file has no rows of points' },
  'points-layout': {
    level: 'note',
    text: 'columns {columns}; order {order}, delimiter {delimiter}, decimal {decimal}, {header}; {doubt}',
  },
  'header-assumed': {
    level: 'warning',
    text: 'the line was taken as a header ({why})',
    advice: 'give header=false if it is a point',
  },
  'headings-unknown': {
    level: 'note',
    text: 'headings without a known meaning: {headings}; their columns were kept as attributes',
    advice: 'give columns=… if one of them is a name, a coordinate or a code',
  },
  'coordinate-order-assumed': {
    level: 'warning',
    text: '{first} was taken to come first ({why})',
    advice: 'give order={other} if it is the other way round',
  },
  'coordinates-may-be-degrees': {
    level: 'warning',
    text: 'the coordinates were read as lengths, but look like degrees: they lie close together and have more than four decimals',
    advice: 'state columns with latitude and longitude if they are degrees, and unit if they are lengths',
  },
  'angle-format-assumed': { level: 'warning', text: 'angles were read as {format}: {why}' },
  'preamble-skipped': { level: 'note', text: 'a line before the header was skipped' },
  'comment-skipped': { level: 'note', text: 'a comment line was skipped' },
  'controls-removed': { level: 'note', text: 'control characters in a text were left out' },
  'quote-not-closed': { level: 'note', text: 'a quotation mark is never closed; it was taken as a letter' },
  'row-too-long': { level: 'warning', text: 'the line is longer than a row may be and was skipped' },
  'row-has-more-fields': {
    level: 'note',
    text: 'the row has {fields} fields, more than there are columns; the rest was left out',
  },
  'row-unreadable': { level: 'warning', text: 'the row "{row}" was skipped: no coordinates where they are expected' },
  'coordinate-missing': { level: 'warning', text: 'the row "{row}" was skipped: a coordinate is empty' },
  'time-zone-assumed': { level: 'note', text: 'a time without a zone was taken as UTC' },
  'geographic-as-control': {
    level: 'note',
    text: 'latitudes and longitudes were kept as control points without a position on a grid',
    advice:
      'state the option crs to have points: crs=4326 keeps their degrees (WGS 84), the EPSG code of a grid projects them',
  },
  'control-without-attributes': {
    level: 'warning',
    text: 'a row became a control point, which has no attributes: those of its other columns were left out',
    advice: 'state the option crs to have points with attributes',
  },
  localised: {
    level: 'note',
    text: 'localised by {count control point|control points}; largest residuals in {unit}: {horizontal} horizontal, {vertical} vertical',
  },
  'easting-left-out': { level: 'warning', text: '{count easting|eastings} left out: the file has no column for them' },
  'northing-left-out': {
    level: 'warning',
    text: '{count northing|northings} left out: the file has no column for them',
  },
  'elevation-left-out': {
    level: 'warning',
    text: '{count elevation|elevations} left out: the file has no column for them',
  },
  'position-not-on-earth': {
    level: 'warning',
    text: '{count point|points} written without latitude and longitude: their reference system does not reach there',
  },
  'character-not-in-encoding': {
    level: 'warning',
    text: '{count character|characters} written as "?": not in the encoding {encoding}',
    advice: 'write with encoding=utf-8',
  },
} as const satisfies IssueRows;

/** Lines drawn from the codes of points. */
export const lineworkIssues = {
  'linework-code-unknown': { level: 'warning', text: '"{name}" is neither a code nor a control code' },
  'linework-join-unknown': { level: 'warning', text: 'there is no point "{name}" to join to' },
  'linework-not-open': {
    level: 'warning',
    text: 'no line "{name}" is open for this control code',
    advice: 'start the line first',
  },
  'linework-offset-missing': { level: 'warning', text: 'the offset of the line "{name}" has no distance' },
  'linework-rectangle-incomplete': {
    level: 'warning',
    text: 'the line "{name}" cannot become a rectangle: that takes three points, or two points and a width',
  },
  'linework-too-many-open': { level: 'warning', text: 'too many lines are open; the line "{name}" was not drawn' },
  'linework-single-point': { level: 'warning', text: 'the line "{name}" was not drawn: it has fewer than two points' },
  'linework-offset-collapsed': {
    level: 'warning',
    text: 'an arc of the line "{name}" has no parallel at its offset; it was drawn straight there',
  },
  'linework-arc-impossible': { level: 'warning', text: 'an arc of the line "{name}" was drawn straight: no such arc' },
  'linework-arc-incomplete': {
    level: 'warning',
    text: 'an arc of the line "{name}" was drawn straight: it lacks a point',
  },
  'linework-curve-incomplete': {
    level: 'warning',
    text: 'a curve of the line "{name}" was drawn straight: it has fewer than three points',
  },
} as const satisfies IssueRows;
