import type { moduleZhCn } from './module-zh-cn.ts'

export const moduleEn: Readonly<Record<keyof typeof moduleZhCn, string>> = {
  'config.designer': 'Schema designer with serve',
  'config.designer.tip':
    'Super administrators change files of the project and tables with their password; the server restarts then. In ' +
    'production (NODE_ENV=production) they can only download patches.',
  'designer.applied': 'The changes are applied.',
  'designer.off':
    'The schema designer is off. Switch it on in the settings (Security), or start the server with tablewright dev.',
  'designer.packages':
    'The packages for building are not installed, so that nothing can be applied here. Download a patch instead.',
  'designer.production':
    'Nothing can be applied in production (NODE_ENV=production). Download a patch for the next release instead.',
  'designer.read_only':
    'The folder of the project cannot be written, so that nothing can be applied here. Download a patch instead.',
  'designer.servers':
    'Another server uses this database and would go on with the former tables. Stop it first, or download a patch.',
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
