import type { OptionSchema } from '../../core/options.ts';

/** The option that decides what faces become. */
export const SURFACES_OPTION: OptionSchema = {
  type: 'string',
  enum: ['auto', 'true', 'false'],
  default: 'auto',
  description:
    'What 3D faces and meshes become: one surface per layer where they make one and areas elsewhere (auto), one surface per layer in any case (true), or areas (false).',
};
