import type { moduleZhCn } from './module-zh-cn.ts'

export const moduleEn: Readonly<Record<keyof typeof moduleZhCn, string>> = {
  'designer.applied': 'The changes are applied.',
  'designer.off': 'This server has no schema designer. Start it with tablewright dev, then open this page.',
  'designer.packages':
    'The packages for building are not installed, so that nothing can be applied here. Download a patch instead.',
  'designer.production':
    'Nothing can be applied in production (NODE_ENV=production). Download a patch for the next release instead.',
  'designer.read_only':
    'The folder of the project cannot be written, so that nothing can be applied here. Download a patch instead.',
  'designer.super': 'Only super administrators may design schemas.',
  'modules.framework': 'It belongs to the framework and cannot be switched off.',
  'modules.needed': 'These modules need it; switch them off first: {{names}}.',
  'modules.needs': 'It needs these modules; switch them on first: {{names}}.',
  'modules.off': '“{{name}}” is off. Its data stays.',
  'modules.on': '“{{name}}” is on.',
  'modules.state': 'The state is 1 (on) or 6 (off).',
  'modules.super': 'Only super administrators may switch modules on and off.',
  'modules.unknown': 'This module is not installed.',
}
