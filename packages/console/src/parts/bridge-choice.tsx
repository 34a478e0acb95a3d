import type { PersonView } from '@fieldbridge/contract';
import { operator, weighing } from '../state/api.ts';
import { useLoad } from '../state/load.ts';
import { session } from '../state/session.ts';
import { weighBridges } from '../state/tickets.ts';
import { t } from '../text/index.ts';

const ENVIRONMENTS = ['production', 'sandbox'] as const;

interface Bridge {
  readonly locationId: string;
  readonly name: string;
}

/** The weigh bridges whose tickets somebody with their role can see. */
export function useBridges({ organisationId, roles }: Pick<PersonView, 'organisationId' | 'roles'>): readonly Bridge[] {
  const wanted = ENVIRONMENTS.filter((one) => roles[`weighing-${one}`]?.includes('bridge'));
  const isDesk = session.value!.roles.desk !== null;
  const bridges = useLoad(
    async (signal) => {
      const lists = wanted.map(async (environment) => {
        if (!isDesk) return weighBridges(signal, weighing(environment));
        const path = `/organisations/${organisationId}/weigh-bridges`;
        const query = { environment, limit: 1000 };
        const found = await operator.json<{ items: { id: string; name: string }[] }>({
          ...{ method: 'GET', path, query, signal },
        });
        return found.items.map(({ id, name }) => ({ locationId: id, name }));
      });
      return (await Promise.all(lists)).flat();
    },
    [organisationId, wanted.join(' ')],
  );
  return (wanted.length === 0 ? undefined : bridges.data) ?? [];
}

interface BridgeChoiceProps {
  readonly bridges: readonly Bridge[];
  readonly chosen: readonly string[];
  readonly onChange: (weighBridges: readonly string[]) => void;
}

/** The weigh bridges whose tickets somebody with their role sees. */
export function BridgeChoice({ bridges, chosen, onChange }: BridgeChoiceProps) {
  if (bridges.length === 0) return null;
  const toggle = (id: string): void =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <fieldset>
      <legend>{t('person.bridges')}</legend>
      <p class="quiet">{t('person.bridgesHint')}</p>
      {bridges.map(({ locationId, name }) => (
        <label class="check" key={locationId}>
          <input type="checkbox" checked={chosen.includes(locationId)} onChange={() => toggle(locationId)} />
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
