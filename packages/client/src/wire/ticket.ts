/** A weight object of `spec/weighing-service.md`. */
export interface Weight {
  quantity?: number | null;
  unit?: string | null;
  /** ISO 8601 with a zone. */
  datetime?: string | null;
  serialNumber?: number | null;
}

/** A customer, or the owner of a vehicle. */
export interface Party {
  name?: string | null;
  reference?: string | null;
  street?: string | null;
  postalCode?: string | null;
  city?: string | null;
  countryCode?: string | null;
  telephone?: string | null;
  email?: string | null;
}

/** A ticket as a caller sends it: docs/weighing.md explains each field. */
export interface TicketInput {
  locationId: string;
  externalId: string;
  type?: string | null;
  tripNumber?: number | null;
  nettWeight: Weight & { quantity: number; unit: string };
  grossWeight?: Weight | null;
  tareWeight?: Weight | null;
  cumulativeWeight?: Weight | null;
  customer?: Party | null;
  product?: {
    identifier?: string | null;
    name?: string | null;
    temperature?: { value?: number | null; unit?: string | null; datetime?: string | null } | null;
  } | null;
  project?: {
    identifier?: string | null;
    description?: string | null;
    subProjectIdentifier?: string | null;
  } | null;
  vehicle?: {
    licenseplate?: string | null;
    reference?: string | null;
    countryCode?: string | null;
    owner?: Party | null;
  } | null;
}

/** A ticket in answers. */
export interface Ticket extends TicketInput {
  readonly uuid: string;
  readonly createdAt: string;
  readonly modifiedAt: string;
}
