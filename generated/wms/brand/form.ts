// Made by tablewright generate from schemas/wms/brand.json · do not edit · 92c8a5acd9c8d826

import type { FormModel } from 'tablewright/protocol'

export const brandForm: FormModel = {
  id: 'wms/brand',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 64 },
      image: { type: 'string', format: 'image', maxLength: 255 },
      introduce: { type: 'string', maxLength: 1000 },
    },
  },
  uiSchema: {
    'ui:order': ['name', 'image', 'introduce'],
    name: { 'ui:widget': 'text' },
    image: { 'ui:widget': 'image' },
    introduce: { 'ui:widget': 'textarea' },
  },
}
