import type { ByteSource } from '../../core/byte-source.ts';
import { type MachineHeader, readHeader } from './header.ts';
import { type PageBudget, walkPages } from './page-chain.ts';
import type { Problems } from './problem.ts';
import { Table } from './table.ts';

/** An open machine-control file: its header and tables; records are loaded on demand. */
export interface Container {
  readonly header: MachineHeader;
  readonly tables: ReadonlyMap<number, Table>;
}

/**
 * Reads the header, the directory and every page header.
 * @throws FormatError if the header or the directory cannot be read
 */
export function openContainer(source: ByteSource, problems: Problems): Container {
  const header = readHeader(source, problems);
  const budget: PageBudget = { left: source.size };
  const tables = new Map<number, Table>();
  for (const entry of header.directory) {
    tables.set(entry.table, new Table(entry.table, walkPages(source, entry, budget, problems)));
  }
  return { header, tables };
}
