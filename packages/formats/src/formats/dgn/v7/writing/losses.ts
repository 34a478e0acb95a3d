/** Counts of what was altered or omitted while a job was written. */
export class Losses {
  arcsStroked = 0;
  elevationsAdded = 0;
  tooShort = 0;
  noPosition = 0;
  linesSplit = 0;
  areasAsLines = 0;
  holesApart = 0;
  properties = 0;
  hatches = 0;
  lineWeights = 0;
  textsEmpty = 0;
  textsCut = 0;
  textsMoved = 0;
  textsSplit = 0;
  textsShrunk = 0;
  lettersReplaced = 0;
}
