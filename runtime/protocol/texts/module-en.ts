import type { moduleZhCn } from './module-zh-cn.ts'

export const moduleEn: Readonly<Record<keyof typeof moduleZhCn, string>> = {
  'modules.framework': 'It belongs to the framework and cannot be switched off.',
  'modules.needed': 'These modules need it; switch them off first: {{names}}.',
  'modules.needs': 'It needs these modules; switch them on first: {{names}}.',
  'modules.off': '“{{name}}” is off. Its data stays.',
  'modules.on': '“{{name}}” is on.',
  'modules.state': 'The state is 1 (on) or 6 (off).',
  'modules.super': 'Only super administrators may switch modules on and off.',
  'modules.unknown': 'This module is not installed.',
}
