import { Tabs } from '../../parts/page.tsx';
import { may } from '../../state/rights.ts';
import { session } from '../../state/session.ts';
import { t } from '../../text/index.ts';

/** The parts of the desk. */
export function DeskTabs({ open }: { readonly open: string }) {
  const names = ['requests', 'organisations', 'people', 'messages', 'audit'] as const;
  return (
    <Tabs
      open={`/desk/${open}`}
      tabs={names
        .filter((name) => name !== 'audit' || may('audit'))
        .map((name) => [`/desk/${name}`, t(`desk.${name}`)] as const)}
    />
  );
}

/** Whether the person may change something at the desk. */
export function mayChange(): boolean {
  return session.value?.roles.desk !== 'auditor';
}
