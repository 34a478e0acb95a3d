import { useRef, useState } from 'preact/hooks';
import { say } from '../state/toasts.ts';
import { t } from '../text/index.ts';
import { Icon } from './icon.tsx';
import { sentenceOf } from './problem.tsx';

/** Most files of one drop: a folder of a whole company is a mistake. */
const MOST_FILES = 500;

/** A place to drop files and folders, and a button for users who do not drag. */
export function DropZone({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return (
    <section
      class={isOver ? 'drop over' : 'drop'}
      aria-label={t('upload.label')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        filesOf(event.dataTransfer).then(onFiles, (error: unknown) => say(sentenceOf(error), undefined, 'failed'));
      }}
    >
      <p>
        <Icon name="upload" /> {t('upload.text')}
      </p>
      <button type="button" class="main" onClick={() => field.current?.click()}>
        {t('upload.choose')}
      </button>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={t('upload.choose')}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      <p class="quiet">{t('upload.hint')}</p>
    </section>
  );
}

/** The files of a drop, including those in its folders. */
async function filesOf(drop: DataTransfer | null): Promise<File[]> {
  // The list is emptied when the event is over, so all of it is taken at once.
  const entries = [...(drop?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found: File[] = [];
  for (const entry of entries) await collect(entry, found);
  return found;
}

async function collect(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (found.length >= MOST_FILES) return;
  if (entry.isFile) {
    found.push(await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed)));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (part.length === 0) return;
    for (const one of part) await collect(one, found);
  }
}
