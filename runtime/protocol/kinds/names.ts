/** The names of the field kinds, apart from their meaning so that the model can speak of them. */
export const kindNames = [
  'text', 'textarea', 'integer', 'decimal', 'datetime', 'date', 'time', 'year', 'enum', 'set', 'reference', 'references', 'image', 'images', 'color', 'icon', 'url',
  'email', 'mobile', 'idNumber', 'account', 'password', 'tags', 'pairs', 'lines',
] as const
export type KindName = (typeof kindNames)[number]
