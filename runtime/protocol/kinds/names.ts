/**
 * The names of the field kinds, in a file of their own so that the model can refer to them without their
 * implementation.
 */
export const kindNames = [
  'text',
  'textarea',
  'html',
  'integer',
  'decimal',
  'datetime',
  'date',
  'time',
  'year',
  'enum',
  'set',
  'reference',
  'references',
  'image',
  'images',
  'file',
  'files',
  'color',
  'icon',
  'url',
  'email',
  'mobile',
  'idNumber',
  'region',
  'account',
  'password',
  'tags',
  'pairs',
  'lines',
] as const
export type KindName = (typeof kindNames)[number]
