// Made by tablewright generate from schemas/wms/stocktake.json · do not edit · 4fb134b50d0657ad

import type { FormModel } from 'tablewright/protocol'

export const stocktakePostForm: FormModel = {
  id: 'wms/stocktake/post',
  schema: { type: 'object', properties: { skip_uncounted: { type: 'integer', enum: [0, 1], default: 0 } } },
  uiSchema: { 'ui:order': ['skip_uncounted'], skip_uncounted: { 'ui:widget': 'enum' } },
}
