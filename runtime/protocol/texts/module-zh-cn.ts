/** Texts of the page of modules and of the designer. */
export const moduleZhCn = {
  'config.designer': '用 serve 启动时也可设计表结构',
  'config.designer.tip':
    '超级管理员凭密码更改项目文件和数据库，随后服务重新启动。生产环境（NODE_ENV=production）中只能下载补丁。',
  'designer.applied': '更改已应用。',
  'designer.off': '此服务没有打开表结构设计。请在系统配置的“安全配置”中打开它，或用 tablewright dev 启动服务。',
  'designer.packages': '缺少构建所需的软件包，不能在此应用更改；可以下载补丁。',
  'designer.production': '生产环境（NODE_ENV=production）中不能应用更改；可以下载补丁，随下一次发布使用。',
  'designer.read_only': '项目目录不可写，不能在此应用更改；可以下载补丁。',
  'designer.servers': '另一个服务正在使用此数据库，它会继续按原来的表结构工作。请先停止它；也可以下载补丁。',
  'designer.super': '只有超级管理员可以设计表结构。',
  'modules.framework': '它属于框架，不能停用。',
  'modules.needed': '以下模块依赖它，请先停用：{{names}}。',
  'modules.needs': '它依赖以下模块，请先启用：{{names}}。',
  'modules.off': '“{{name}}”已停用，数据保留。',
  'modules.on': '“{{name}}”已启用。',
  'modules.state': '状态只能是 1（启用）或 6（停用）。',
  'modules.super': '只有超级管理员可以启用或停用模块。',
  'modules.unknown': '没有安装这个模块。',
} as const
