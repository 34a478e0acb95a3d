import type { Caller, CallOptions } from '../transport/caller.ts';
import { everyItem, type Page } from '../transport/pages.ts';
import type { ChangeOptions, Version } from '../transport/version.ts';
import type { Project, ProjectInput, ProjectListQuery } from '../wire/project.ts';

/** Changes of a project: null clears an optional field. */
export type ProjectChange = { readonly [Field in keyof ProjectInput]?: ProjectInput[Field] | null };

/** The projects of the organisation. */
export class Projects {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  create(project: ProjectInput, options: CallOptions = {}): Promise<Project> {
    return this.#caller.json({ method: 'POST', path: '/projects', json: project, ...options });
  }

  /** One page, in order of creation. */
  list(query: ProjectListQuery = {}, options: CallOptions = {}): Promise<Page<Project>> {
    return this.#caller.json({ method: 'GET', path: '/projects', query: { ...query }, ...options });
  }

  /** Every project: `for await (const project of projects.iterate())`. */
  iterate(query: Omit<ProjectListQuery, 'cursor'> = {}, options: CallOptions = {}): AsyncGenerator<Project, void> {
    return everyItem(this.#caller, '/projects', { ...query }, options);
  }

  get(id: string, options: CallOptions = {}): Promise<Version<Project>> {
    return this.#caller.version({ method: 'GET', path: one(id), ...options });
  }

  update(id: string, change: ProjectChange, { ifMatch, ...options }: ChangeOptions = {}): Promise<Version<Project>> {
    const headers = { 'if-match': ifMatch };
    const repeatable = ifMatch === undefined;
    return this.#caller.version({ method: 'PATCH', path: one(id), json: change, headers, repeatable, ...options });
  }

  /** Archives a project; a repeat changes nothing. */
  archive(id: string, options: CallOptions = {}): Promise<void> {
    return this.#caller.done({ method: 'DELETE', path: one(id), ...options });
  }

  /** Deletes a project for good. @param ifMatch the `etag` of the version that was read */
  remove(id: string, ifMatch: string, options: CallOptions = {}): Promise<void> {
    const query = { permanent: true };
    const headers = { 'if-match': ifMatch };
    return this.#caller.done({ method: 'DELETE', path: one(id), query, headers, repeatable: false, ...options });
  }
}

const one = (id: string): string => `/projects/${encodeURIComponent(id)}`;
