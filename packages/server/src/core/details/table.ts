import { consoleDetails } from './console.ts';
import { conversionDetails } from './conversion.ts';
import { directoryDetails } from './directory.ts';
import { eventDetails } from './events.ts';
import { httpDetails } from './http.ts';
import { operatorDetails } from './operator.ts';
import { projectDetails } from './project.ts';
import { storageDetails } from './storage.ts';
import { weighingDetails } from './weighing.ts';

/** Every sentence of a problem, with its German and Dutch. */
export const detailTable = {
  ...httpDetails,
  ...storageDetails,
  ...directoryDetails,
  ...projectDetails,
  ...weighingDetails,
  ...conversionDetails,
  ...eventDetails,
  ...operatorDetails,
  ...consoleDetails,
};

/** A sentence of the table, in English. */
export type DetailText = keyof typeof detailTable;
