// Made by tablewright generate from schemas/system/admin.json · do not edit · f093c66f62abd749

import type { FormModel } from 'tablewright/protocol'

export const adminForm: FormModel = {
  id: 'system/admin',
  schema: { type: 'object', required: ['username'], properties: { username: { type: 'string', maxLength: 32 } } },
  uiSchema: { 'ui:order': ['username'], username: { 'ui:widget': 'text' } },
}
