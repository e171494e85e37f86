// Made by tablewright generate from schemas/system/ledger_seal.json · do not edit · 22eaca72c5a7276a

import type { FormModel } from 'tablewright/protocol'

export const ledgerSealForm: FormModel = {
  id: 'system/ledger_seal',
  schema: {
    type: 'object',
    required: ['ledger', 'day', 'position', 'row_id', 'hash'],
    properties: {
      ledger: { type: 'string', maxLength: 128 },
      day: { type: 'string', format: 'date' },
      position: { type: 'integer', minimum: 1 },
      row_id: { type: 'integer' },
      format: { type: 'string', maxLength: 20000 },
      follows: { type: 'string', maxLength: 200 },
      hash: { type: 'string', maxLength: 64 },
    },
  },
  uiSchema: {
    'ui:order': ['ledger', 'day', 'position', 'row_id', 'format', 'follows', 'hash'],
    ledger: { 'ui:widget': 'text' },
    day: { 'ui:widget': 'date' },
    position: { 'ui:widget': 'integer' },
    row_id: { 'ui:widget': 'integer' },
    format: { 'ui:widget': 'textarea' },
    follows: { 'ui:widget': 'text' },
    hash: { 'ui:widget': 'text' },
  },
}
