// Made by tablewright generate from schemas/system/admin.json · do not edit · ba23b5a83bc43a66

import type { FormModel } from 'tablewright/protocol'

export const adminForm: FormModel = {
  id: 'system/admin',
  schema: { type: 'object', properties: { username: { type: 'string', maxLength: 15 } } },
  uiSchema: { 'ui:order': ['username'], username: { 'ui:widget': 'text' } },
}
