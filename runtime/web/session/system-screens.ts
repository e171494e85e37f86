/** What the system module draws by hand. */
import type { SystemWebParts } from '../../../generated/system/parts.ts'
import { defineWebModule } from '../module.ts'

export const systemWeb = defineWebModule<SystemWebParts>({
  widgets: { 'rights-tree': () => import('../rights/RightsTree.tsx').then((file) => file.RightsTree) },
  cells: {},
})
