/** Texts of the page of modules. */
export const moduleZhCn = {
  'modules.framework': '它属于框架，不能停用。',
  'modules.needed': '以下模块依赖它，请先停用：{{names}}。',
  'modules.needs': '它依赖以下模块，请先启用：{{names}}。',
  'modules.off': '“{{name}}”已停用，数据保留。',
  'modules.on': '“{{name}}”已启用。',
  'modules.state': '状态只能是 1（启用）或 6（停用）。',
  'modules.super': '只有超级管理员可以启用或停用模块。',
  'modules.unknown': '没有安装这个模块。',
} as const
