/** A division of the organisation. */
export interface Division {
  /** Supplied to other operations that need a division. */
  id: string;
  name: string;
  abbreviation: string;
}

export type ProjectStatus = 'planned' | 'active' | 'completed' | 'archived';

/** Degrees, WGS 84. */
export interface ProjectLocation {
  longitude: number;
  latitude: number;
}

/** The body that creates a project. */
export interface ProjectInput {
  divisionId: string;
  /** Unique in the division. */
  number: string;
  name: string;
  status?: ProjectStatus;
  description?: string | null;
  address?: string | null;
  /** Two letters, ISO 3166-1. */
  countryCode?: string | null;
  location?: ProjectLocation | null;
  /** YYYY-MM-DD. */
  startDate?: string | null;
  /** Not before startDate. */
  endDate?: string | null;
  /** EPSG code. */
  coordinateSystem?: number | null;
}

/** A project: every field is present, and null if it has no value. */
export interface Project extends Required<ProjectInput> {
  id: string;
  /** ISO 8601. */
  createdAt: string;
  modifiedAt: string;
}

/** Filters and paging of the list of projects. */
export interface ProjectListQuery {
  divisionId?: string;
  status?: ProjectStatus;
  /** Text in number, name, description or address, ignoring case. */
  text?: string;
  /** Changed at this time or later; ISO 8601. */
  modifiedSince?: string;
  /** Items per page, at most 1000. */
  limit?: number;
  /** `next` of the previous page. */
  cursor?: string;
}
