// Made by tablewright generate from schemas/system/terminal_task.json · do not edit · b6c5053e2ec697ba

import type { FormModel } from 'tablewright/protocol'

export const terminalTaskForm: FormModel = {
  id: 'system/terminal_task',
  schema: {
    type: 'object',
    properties: { command: { type: 'string', maxLength: 200 }, block_on_failure: { type: 'integer', enum: [0, 1], default: 1 } },
  },
  uiSchema: { 'ui:order': ['command', 'block_on_failure'], command: { 'ui:widget': 'text' }, block_on_failure: { 'ui:widget': 'enum' } },
}
