/** The documents that keep a product or a shelf from being deleted: live ones, and those in its history. */
export const documents = {
  'wms/warehousing': {},
  'wms/outbound': {},
  'wms/relocation': {},
  'wms/stocktake': {},
} as const
