// Made by tablewright generate from schemas/system/record_log.json · do not edit · 45198b1108c370d3

import type { FormModel } from 'tablewright/protocol'

export const recordLogForm: FormModel = {
  id: 'system/record_log',
  schema: {
    type: 'object',
    required: ['entity', 'record_id', 'position', 'hash'],
    properties: {
      entity: { type: 'string', maxLength: 100 },
      record_id: { type: 'integer' },
      position: { type: 'integer', minimum: 1 },
      hash: { type: 'string', maxLength: 64 },
      removed: { type: 'integer', minimum: 1 },
      removed_hash: { type: 'string', maxLength: 64 },
      removed_time: { type: 'integer', format: 'timestamp' },
    },
  },
  uiSchema: {
    'ui:order': ['entity', 'record_id', 'position', 'hash', 'removed', 'removed_hash', 'removed_time'],
    entity: { 'ui:widget': 'text' },
    record_id: { 'ui:widget': 'integer' },
    position: { 'ui:widget': 'integer' },
    hash: { 'ui:widget': 'text' },
    removed: { 'ui:widget': 'integer' },
    removed_hash: { 'ui:widget': 'text' },
    removed_time: { 'ui:widget': 'datetime' },
  },
}
