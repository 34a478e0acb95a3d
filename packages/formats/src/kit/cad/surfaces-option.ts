import type { OptionSchema } from '../../core/options.ts';

/** The option that decides whether faces become surfaces or areas. */
export const SURFACES_OPTION: OptionSchema = {
  type: 'string',
  enum: ['auto', 'true', 'false'],
  default: 'auto',
  description:
    '3D faces and meshes become one surface per layer if they form one, else areas (auto); always one surface per layer (true); or always areas (false).',
};
