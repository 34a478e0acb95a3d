import type { AccessRequestView, MessageView } from '@fieldbridge/contract';
import { isoTime } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Organisation } from '../directory/organisations.ts';
import { checkTimeZone, type WeighBridge } from '../directory/weigh-bridges.ts';
import type { OpenPage } from './collections.ts';
import type { PlacedCredential } from './credential-desk.ts';
import type { Desk } from './desk.ts';
import { approvalLetter, declineLetter, withCollectPage } from './letter.ts';
import { interfaceAddress, spaceOf } from './spaces.ts';

/** What an operator may choose when approving. */
export interface ApprovalChoice {
  readonly organisationId?: string;
  readonly label?: string;
  /** Created besides those of the request. */
  readonly weighBridges?: AccessRequestView['weighBridges'];
}

/** Approves and declines access requests, each once. */
export class Decisions {
  readonly #desk: Desk;
  /** Requests that are being decided right now. */
  readonly #deciding = new Set<string>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /**
   * Approves: creates missing organisations and weigh bridges and a credential without a secret, and a message that
   * says where the client collects the secret.
   * @throws ProblemError not-found, request-decided, validation-failed
   */
  async approve(
    actor: string,
    id: string,
    choice: ApprovalChoice,
  ): Promise<{ accessRequest: AccessRequestView; placed: PlacedCredential; message: MessageView }> {
    return this.#alone(id, async (request) => {
      const { credentials, requests, messages, collections, organisations, context, store } = this.#desk;
      const space = spaceOf(request.interface, request.environment);
      const named = [...request.weighBridges, ...(choice.weighBridges ?? [])];
      const known = await this.#knownOrganisation(request, choice.organisationId);
      await this.#requireWeighBridge(request, known?.id, named);
      const { id: organisationId } = known ?? (await organisations.add(actor, { name: request.organisationName }));
      const weighBridges = await this.#weighBridges(actor, request, organisationId, named);
      const placed = await credentials.reserve(
        actor,
        organisationId,
        space,
        choice.label ?? `Request of ${request.email}`,
      );
      const { clientId } = placed.credential;
      const base = context.publicUrl();
      const { accessRequest, message, page } = await store.write(async (tx) => {
        const page = await collections.openNow(tx, space, clientId);
        const letter = approvalLetter(request, {
          clientId,
          collectUntil: isoTime(page.expiresAt),
          interfaceUrl: `${base}${interfaceAddress(space, context.setting)}`,
          weighBridges,
          referenceUrl: `${base}/docs`,
          supportEmail: context.core.supportEmail,
        });
        return {
          accessRequest: await requests.decideNow(tx, id, { state: 'approved', by: actor, organisationId, clientId }),
          message: await messages.addNow(tx, id, request.email, letter),
          page,
        };
      });
      return { accessRequest, placed, message: await this.#send(message, page) };
    });
  }

  /** Declines with a reason, which the message states. @throws ProblemError not-found, request-decided */
  async decline(
    actor: string,
    id: string,
    reason: string,
  ): Promise<{ accessRequest: AccessRequestView; message: MessageView }> {
    return this.#alone(id, async (request) => {
      const { requests, messages, context, store } = this.#desk;
      const { accessRequest, message } = await store.write(async (tx) => ({
        accessRequest: await requests.decideNow(tx, id, { state: 'declined', by: actor, reason }),
        message: await messages.addNow(
          tx,
          id,
          request.email,
          declineLetter(request, reason, context.core.supportEmail),
        ),
      }));
      return { accessRequest, message: await this.#desk.mail.send(message) };
    });
  }

  /**
   * Sends a stored message again. The page of an approval gets a new address, because the old one is stored nowhere.
   * @returns the message as it was sent
   * @throws ProblemError credential-revoked: nothing could be collected any more
   */
  async resend(actor: string, message: MessageView): Promise<MessageView> {
    const { requests, audit, credentials, collections, store, mail } = this.#desk;
    const { clientId } =
      message.accessRequestId === null ? { clientId: null } : await requests.require(message.accessRequestId);
    const placed = clientId === null ? undefined : await credentials.get(clientId);
    // Its page could never show a secret.
    if (placed !== undefined && placed.credential.revokedAt !== null) throw new ProblemError('credential-revoked');
    await audit.note({ actor, action: 'message.sent-again', subject: message.id });
    if (placed === undefined) return mail.send(message);
    const { space, credential } = placed;
    const page = await store.write((tx) => collections.openNow(tx, space, credential.clientId));
    return this.#send(message, page);
  }

  /** Sends the message with the address of the page, and returns it in this form only here. */
  async #send(kept: MessageView, { token, expiresAt }: OpenPage): Promise<MessageView> {
    const url = `${this.#desk.context.publicUrl()}${this.#desk.path}/v1/collections/${token}`;
    const page = { url, closesAt: isoTime(expiresAt) };
    const sent = await this.#desk.mail.send(withCollectPage(kept, page));
    return withCollectPage(sent, page);
  }

  /** An approval spans several databases, so a second decision on the same request has to wait outside. */
  async #alone<T>(id: string, decide: (request: AccessRequestView) => Promise<T>): Promise<T> {
    const { requests } = this.#desk;
    if (this.#deciding.has(id)) {
      await requests.requirePending(id);
      throw new ProblemError('request-decided', detailOf('This request is being decided right now.'));
    }
    this.#deciding.add(id);
    try {
      return await decide(await requests.requirePending(id));
    } finally {
      this.#deciding.delete(id);
    }
  }

  /** The organisation that the operator chose or that has the requested name; undefined if it must be created. */
  async #knownOrganisation(
    { organisationName }: AccessRequestView,
    chosen: string | undefined,
  ): Promise<Organisation | undefined> {
    const { organisations } = this.#desk;
    if (chosen === undefined) return organisations.byName(organisationName);
    const found = await organisations.get(chosen.toLowerCase());
    if (found !== undefined) return found;
    // 404 would mean that there is no such request.
    const detail = detailOf('There is no organisation {chosen}.', { chosen: JSON.stringify(chosen) });
    throw new ProblemError('validation-failed', detail, { errors: [{ pointer: '#/organisationId', detail }] });
  }

  /**
   * Refuses a weighing credential that could send nothing, before anything is created.
   * @param named weigh bridges that the approval creates @throws ProblemError validation-failed
   */
  async #requireWeighBridge(
    { interface: name, environment }: AccessRequestView,
    organisationId: string | undefined,
    named: AccessRequestView['weighBridges'],
  ): Promise<void> {
    for (const [i, { timeZone }] of named.entries()) checkTimeZone(timeZone, `#/weighBridges/${i}/timeZone`);
    if (name !== 'weighing' || named.length > 0) return;
    const place = environment ?? 'sandbox';
    const present =
      organisationId === undefined
        ? []
        : await this.#desk.context.weighBridges(`weighing-${place}`).list(organisationId);
    if (present.length > 0) return;
    const detail = detailOf(
      "The organisation has no weigh bridge in {place} and the request names none, so the credential could not send a ticket. Name one: weighBridges in the body, --weigh-bridge 'NAME=TIME ZONE' on the command line.",
      { place },
    );
    throw new ProblemError('validation-failed', detail, { errors: [{ pointer: '#/weighBridges', detail }] });
  }

  /** The organisation's weigh bridges; named ones are added if no bridge has the name. */
  async #weighBridges(
    actor: string,
    request: AccessRequestView,
    organisationId: string,
    named: AccessRequestView['weighBridges'],
  ): Promise<readonly WeighBridge[]> {
    if (request.interface !== 'weighing') return [];
    const environment = request.environment ?? 'sandbox';
    const store = this.#desk.context.weighBridges(`weighing-${environment}`);
    const known = new Set((await store.list(organisationId)).map(({ name }) => name));
    for (const { name, timeZone } of named) {
      if (known.has(name)) continue;
      known.add(name);
      await this.#desk.addWeighBridge(actor, organisationId, environment, name, timeZone);
    }
    return store.list(organisationId);
  }
}
