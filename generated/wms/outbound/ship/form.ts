// Made by tablewright generate from schemas/wms/outbound.json · do not edit · aba079e2d036cfaf

import type { FormModel } from 'tablewright/protocol'

export const outboundShipForm: FormModel = {
  id: 'wms/outbound/ship',
  schema: {
    type: 'object',
    required: ['courier_number', 'carrier_id'],
    properties: {
      courier_number: { type: 'string', minLength: 1, maxLength: 64 },
      carrier_id: { type: 'integer' },
      shipment_time: { type: 'integer', format: 'timestamp' },
    },
  },
  uiSchema: {
    'ui:order': ['courier_number', 'carrier_id', 'shipment_time'],
    courier_number: { 'ui:widget': 'text' },
    carrier_id: { 'ui:widget': 'reference' },
    shipment_time: { 'ui:widget': 'datetime' },
  },
}
