import { useState } from 'preact/hooks';
import { type Entry, type Group, type Report, type Selecting, select, selectedOf } from '../model/report.ts';
import { number, type TextKey, t } from '../text/index.ts';

interface TreeProps {
  readonly report: Report;
  readonly onChange: (report: Report) => void;
}

/** Entries that are shown of a group; more are found by searching. */
const SHOWN_ENTRIES = 500;

/** The content of a file as groups of things to choose from. */
export function ReportTree({ report, onChange }: TreeProps) {
  return (
    <div class="tree">
      {report.selection.map((group, i) => (
        <Branch
          key={group.group}
          group={group}
          isOpen={i === 0 || group.group === 'layers'}
          onSelect={(how, isMeant) => onChange(select(report, group.group, how, isMeant))}
        />
      ))}
    </div>
  );
}

const GROUPS = ['kinds', 'layers', 'codes', 'surfaces', 'alignments', 'pointRanges', 'pages', 'blocks'] as const;

function groupName(name: string): string {
  const known = GROUPS.find((one) => one === name);
  return known === undefined ? name : t(`group.${known}` satisfies TextKey);
}

const KINDS = [
  'point',
  'line',
  'area',
  'text',
  'surface',
  'alignment',
  'plane',
  'controlPoint',
  'code',
  'drawing',
] as const;

function kindName(kind: string): string {
  const known = KINDS.find((one) => one === kind);
  return known === undefined ? kind : t(`kind.${known}`);
}

interface BranchProps {
  readonly group: Group;
  readonly isOpen: boolean;
  readonly onSelect: (how: Selecting, isMeant: (entry: Entry) => boolean) => void;
}

function Branch({ group, isOpen, onSelect }: BranchProps) {
  const [wanted, setWanted] = useState('');
  const isShown = ({ name }: Entry): boolean => name.toLowerCase().includes(wanted.toLowerCase());
  const shown = group.entries.filter(isShown);
  const title = groupName(group.group);
  return (
    <details open={isOpen}>
      <summary>
        <span>{title}</span>
        <small class="quiet">{t('report.selected', { chosen: selectedOf(group), all: group.entries.length })}</small>
      </summary>
      <div class="tools">
        {group.entries.length > 8 && (
          <input
            type="search"
            placeholder={t('report.search')}
            aria-label={`${title}: ${t('report.search')}`}
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
        )}
        {(['all', 'none', 'invert'] as const).map((how) => (
          <button type="button" onClick={() => onSelect(how, isShown)}>
            {t(`report.${how}`)}
          </button>
        ))}
      </div>
      <div class="entries">
        {shown.slice(0, SHOWN_ENTRIES).map((entry) => (
          <label key={`${entry.kind} ${entry.name}`}>
            <input
              type="checkbox"
              checked={entry.selected}
              onChange={() => onSelect('invert', (one) => one.name === entry.name && one.kind === entry.kind)}
            />
            <bdi>{group.group === 'kinds' ? kindName(entry.kind) : entry.name || t('report.unnamed')}</bdi>
            <small class="quiet number">
              {number(entry.count)} {group.group !== 'kinds' && kindName(entry.kind)}
            </small>
          </label>
        ))}
        {shown.length > SHOWN_ENTRIES && (
          <p class="quiet">{t('report.more', { count: shown.length - SHOWN_ENTRIES })}</p>
        )}
      </div>
    </details>
  );
}
