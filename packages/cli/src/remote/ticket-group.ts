import { actionsHelp, type Group } from './group.ts';
import { TICKET_ACTIONS } from './tickets.ts';

/** The actions of `fieldbridge tickets` besides import and forward. */
export const TICKET_GROUP: Group = {
  name: 'tickets',
  summary: '',
  about: '',
  hasEnvironments: true,
  actions: TICKET_ACTIONS,
};

/** Their help. */
export const TICKET_GROUP_USAGE = actionsHelp(TICKET_GROUP);
