import { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { atFirstUse } from '../http/first-use.ts';
import type { BlobInfo, Blobs } from '../storage/port/blobs.ts';
import type { Cluster } from '../storage/port/cluster.ts';
import type { Reader, SpaceStore, Transaction } from '../storage/port/space-store.ts';
import { UploadPieces } from './upload-pieces.ts';
import {
  EXPIRY_MS,
  type KnownUpload,
  OWNER,
  type TakenUpload,
  type UnusedUploads,
  type UploadPlace,
  unknownUpload,
} from './upload-place.ts';

/** Bytes of a piece: at most this much is sent again after a server dies while receiving an upload. */
const PIECE = 8 * 2 ** 20;
/** Most pieces of an upload; each request that continues it adds at least one. */
const MOST_PIECES = 10_000;
/** The lease of the server that removes unused uploads. */
const SWEEP = 'sweep uploads';
const SWEPT_AT_ONCE = 100;

interface UploadRow {
  readonly id: string;
  readonly organisationId: string;
  readonly size: number | null;
  readonly received: number;
  readonly metadata: string;
  readonly createdAt: number;
  /** Grows with each request that writes or uses it, so that earlier requests notice. */
  readonly fence: number;
  /** The server that uses it now. */
  readonly holder: string | null;
}

type PieceRow = BlobInfo & { readonly start: number };

/** How shared uploads are kept. */
export interface SharedUploadOptions {
  readonly store: SpaceStore;
  readonly blobs: Blobs;
  readonly cluster: Cluster;
  /** Bytes of one upload. */
  readonly limit: number;
  /** Refuses one more upload, in the transaction that stores it. @throws ProblemError too-many-requests, … */
  readonly admit: (organisationId: string, unused: UnusedUploads, from: Reader) => Promise<void>;
}

/**
 * Resumable uploads that any server can continue and use: received data becomes blobs; the offset and the owners of the
 * pieces are in the database. Only the request that last moved the offset can move it on, so two servers receiving the
 * same upload cannot mix their data.
 */
export class SharedUploads implements UploadPlace {
  readonly store: () => Promise<DataStore>;
  readonly #options: SharedUploadOptions;
  /** Uploads in use by requests of this server. */
  readonly #used = new Set<string>();
  /** Uploads that could not be released while the database was unavailable. */
  readonly #later = new Set<() => Promise<void>>();

  constructor(options: SharedUploadOptions) {
    this.#options = options;
    this.store = atFirstUse(async () => new (await import('./shared-tus-store.ts')).SharedTusStore(this));
    options.cluster.onLook(() => {
      for (const again of this.#later) again().catch(() => {});
    });
  }

  async find(id: string): Promise<KnownUpload | undefined> {
    const row = await this.#row(id);
    if (row === undefined) return undefined;
    return {
      id,
      size: row.size ?? undefined,
      offset: row.received,
      metadata: JSON.parse(row.metadata) as Record<string, string | null>,
      creation_date: new Date(row.createdAt).toISOString(),
    };
  }

  /** Stores a new upload. @throws ProblemError if its organisation has reached its limit */
  async begin({ id, size, metadata = {}, creation_date }: KnownUpload): Promise<void> {
    const { store, limit, admit } = this.#options;
    const organisationId = metadata[OWNER]!;
    const createdAt = new Date(creation_date!).getTime();
    await store.write(async (tx) => {
      const { count, bytes } = await this.unused(organisationId, tx);
      await admit(organisationId, { count, bytes: bytes + (size ?? limit) }, tx);
      const text = 'INSERT INTO uploads VALUES (?, ?, ?, 0, ?, ?, 0, NULL)';
      await tx.run(text, id, organisationId, size ?? null, JSON.stringify(metadata), createdAt);
    });
  }

  async stop(id: string): Promise<void> {
    const text = 'UPDATE uploads SET fence = fence + 1 WHERE id = ? AND (size IS NULL OR received < size)';
    await this.#options.store.write((tx) => tx.run(text, id));
  }

  /** Sets the size of an upload that was started without one. @returns whether it had none */
  async declare(id: string, size: number): Promise<boolean> {
    const text = 'UPDATE uploads SET size = ? WHERE id = ? AND size IS NULL AND received <= ?';
    return (await this.#options.store.write((tx) => tx.run(text, size, id, size))) === 1;
  }

  /**
   * Stores data received from an offset on, piece by piece. @returns the offset after it; undefined if the upload is
   * not at that offset, or another request continues it
   */
  async receive(id: string, offset: number, source: AsyncIterable<Buffer>): Promise<number | undefined> {
    const { store, blobs } = this.#options;
    const begun = await store.write(async (tx) => {
      const pieces = await tx.first<{ count: number }>(
        'SELECT count(*) AS count FROM uploadPieces WHERE uploadId = ?',
        id,
      );
      if (pieces!.count >= MOST_PIECES) throw tooManyPieces();
      const text = 'UPDATE uploads SET fence = fence + 1 WHERE id = ? AND received = ? RETURNING fence';
      return tx.first<{ fence: number }>(text, id, offset);
    });
    if (begun === undefined) return undefined;
    const pieces = new UploadPieces(source, PIECE);
    let at = offset;
    while (await pieces.hasMore()) {
      const piece = await blobs.put(pieces.piece(), { limit: PIECE });
      const isNext = await store.write((tx) => this.#append(tx, id, begun.fence, { ...piece, start: at }));
      if (!isNext) {
        await blobs.delete(piece.id);
        return undefined;
      }
      at += piece.size;
    }
    pieces.requireWhole();
    return at;
  }

  /** Cancels an upload. @returns whether there was one */
  async remove(id: string): Promise<boolean> {
    const removed = await this.#options.store.write((tx) => this.#delete(tx, id));
    await this.#deleteBlobs(removed ?? []);
    return removed !== undefined;
  }

  async take({ id }: KnownUpload, isPassing: boolean): Promise<TakenUpload> {
    const { store, cluster } = this.#options;
    const row = await this.#row(id);
    if (row === undefined || !(await this.#isFree(row))) throw unknownUpload();
    const fence = row.fence + 1;
    const text = 'UPDATE uploads SET holder = ?, fence = ? WHERE id = ? AND fence = ?';
    // Of two callers that use the id at the same time, one finds the fence unchanged.
    if ((await store.write((tx) => tx.run(text, cluster.id, fence, id, row.fence))) !== 1) throw unknownUpload();
    this.#used.add(id);
    let info: BlobInfo | undefined;
    const giveBack = () => this.#release(id, fence, info);
    try {
      const pieces = await this.#pieces(id);
      info = await this.#whole(pieces, isPassing);
      const made = info;
      if (made.size !== row.size) throw new Error(`The upload ${id} has ${made.size} bytes instead of ${row.size}.`);
      const end = async (tx: Transaction): Promise<readonly string[]> => {
        const removed = await this.#delete(tx, id, fence);
        if (removed === undefined) throw unknownUpload();
        this.#used.delete(id);
        return removed.filter((blob) => blob !== made.id);
      };
      const drop = async (): Promise<void> => {
        const removed = await store.write((tx) => end(tx));
        await this.#deleteBlobs([...removed, made.id]);
      };
      return { info: made, giveBack, drop, end };
    } catch (error) {
      await giveBack();
      throw error;
    }
  }

  async unused(organisationId: string, from: Reader = this.#options.store): Promise<UnusedUploads> {
    const text = 'SELECT size FROM uploads WHERE organisationId = ?';
    const rows = await from.read<Pick<UploadRow, 'size'>>(text, organisationId);
    return { count: rows.length, bytes: rows.reduce((sum, { size }) => sum + (size ?? this.#options.limit), 0) };
  }

  async sweep(now: number): Promise<void> {
    const { store, cluster } = this.#options;
    if (!(await cluster.hold(SWEEP))) return;
    const text = `SELECT id FROM uploads WHERE createdAt < ? ORDER BY createdAt LIMIT ${SWEPT_AT_ONCE}`;
    for (;;) {
      const old = await store.read<{ id: string }>(text, now - EXPIRY_MS);
      for (const { id } of old) await this.remove(id);
      if (old.length < SWEPT_AT_ONCE) return;
    }
  }

  async #row(id: string): Promise<UploadRow | undefined> {
    return this.#options.store.first('SELECT * FROM uploads WHERE id = ?', id);
  }

  async #pieces(id: string): Promise<readonly PieceRow[]> {
    const text = 'SELECT start, size, sha256, blob AS id FROM uploadPieces WHERE uploadId = ? ORDER BY start';
    return this.#options.store.read<PieceRow>(text, id);
  }

  /**
   * Whether no request uses an upload; requests of a server that has ended, or that could not release it, do not count.
   */
  async #isFree({ id, holder }: UploadRow): Promise<boolean> {
    const { cluster } = this.#options;
    if (holder === null) return true;
    return holder === cluster.id ? !this.#used.has(id) : cluster.isGone(holder);
  }

  /** Moves the offset past a piece, unless another request has continued the upload. */
  async #append(tx: Transaction, id: string, fence: number, piece: PieceRow): Promise<boolean> {
    const text = `UPDATE uploads SET received = received + ? WHERE id = ? AND fence = ? AND received = ?
      AND (size IS NULL OR received + ? <= size)`;
    if ((await tx.run(text, piece.size, id, fence, piece.start, piece.size)) !== 1) return false;
    const row = 'INSERT INTO uploadPieces VALUES (?, ?, ?, ?, ?)';
    await tx.run(row, id, piece.start, piece.size, piece.sha256, piece.id);
    return true;
  }

  /** @returns the blobs of its pieces; undefined if there is no such upload with this fence */
  async #delete(tx: Transaction, id: string, fence?: number): Promise<string[] | undefined> {
    const deleted =
      fence === undefined
        ? await tx.run('DELETE FROM uploads WHERE id = ?', id)
        : await tx.run('DELETE FROM uploads WHERE id = ? AND fence = ?', id, fence);
    if (deleted === 0) return undefined;
    const pieces = await tx.read<{ blob: string }>('SELECT blob FROM uploadPieces WHERE uploadId = ?', id);
    await tx.run('DELETE FROM uploadPieces WHERE uploadId = ?', id);
    return pieces.map(({ blob }) => blob);
  }

  /** One blob of all pieces; a single piece is that already. */
  async #whole(pieces: readonly PieceRow[], isPassing: boolean): Promise<BlobInfo> {
    const { blobs } = this.#options;
    const [only] = pieces;
    if (only !== undefined && pieces.length === 1) return { id: only.id, size: only.size, sha256: only.sha256 };
    const content = async function* (): AsyncGenerator<Buffer> {
      for (const { id } of pieces) yield* (await blobs.send(id)) as AsyncIterable<Buffer>;
    };
    const source = Readable.from(content(), { objectMode: false });
    return blobs.put(source, { limit: Number.POSITIVE_INFINITY, isPassing });
  }

  /** Makes the upload usable again, now or as soon as the database is back. */
  async #release(id: string, fence: number, made: BlobInfo | undefined): Promise<void> {
    const { store } = this.#options;
    const release = async (): Promise<void> => {
      const text = 'UPDATE uploads SET holder = NULL WHERE id = ? AND fence = ?';
      const isOurs = (await store.write((tx) => tx.run(text, id, fence))) === 1;
      this.#later.delete(release);
      this.#used.delete(id);
      if (!isOurs || made === undefined) return;
      // Its only piece is still needed. If the upload is gone, the blob may belong to a row whose commit had no answer.
      if (!(await this.#pieces(id)).some((piece) => piece.id === made.id)) await this.#deleteBlobs([made.id]);
    };
    await release().catch(() => this.#later.add(release));
  }

  async #deleteBlobs(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#options.blobs.delete(id);
  }
}

function tooManyPieces(): ProblemError {
  const detail = detailOf('The upload has {most} pieces, which is the maximum. Cancel it and send larger parts.', {
    most: MOST_PIECES,
  });
  return new ProblemError('body-too-large', detail);
}
