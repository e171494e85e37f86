// Made by tablewright generate from schemas/depot/product.json · do not edit · 725f559d067e4510

import type { FormModel } from 'tablewright/protocol'

export const productForm: FormModel = {
  id: 'depot/product',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      product_no: { type: 'string', maxLength: 64 },
      name: { type: 'string', maxLength: 64 },
      unit_id: { type: 'integer' },
      price: { type: 'string', format: 'decimal' },
    },
  },
  uiSchema: {
    'ui:order': ['product_no', 'name', 'unit_id', 'price'],
    product_no: { 'ui:widget': 'text' },
    name: { 'ui:widget': 'text' },
    unit_id: { 'ui:widget': 'reference' },
    price: { 'ui:widget': 'decimal' },
  },
}
