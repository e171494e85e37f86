// Made by tablewright generate from schemas/shop/note.json · do not edit · ca5bf256c63a19bc

import type { FormModel } from 'tablewright/protocol'

export const noteForm: FormModel = {
  id: 'shop/note',
  schema: { type: 'object', properties: { name: { type: 'string', maxLength: 20 }, due_at: { type: 'integer', format: 'timestamp' } } },
  uiSchema: { 'ui:order': ['name', 'due_at'], name: { 'ui:widget': 'text' }, due_at: { 'ui:widget': 'datetime' } },
}
