import { words, type Root } from './plan.ts'

export const hardware: Root = {
  name: '五金工具',
  field: 'tools',
  branches: [
    {
      name: '手动工具',
      leaves: [
        {
          name: '扳手钳类',
          goods: words('活动扳手 两用扳手 钢丝钳 尖嘴钳'),
          variants: words('铬钒钢 省力 镀镍 绝缘柄 加长'),
          specs: words('6寸 8寸 10寸'),
          area: '五金工具区',
          unit: '件',
          price: [1580, 8900],
          shape: 'wrench',
          hue: 212,
        },
        {
          name: '螺丝批组',
          goods: words('十字螺丝刀 一字螺丝刀 内六角扳手组 批头套装'),
          variants: words('带磁 防滑柄 加长 精密 棘轮'),
          specs: words('单件装 9件套 32件套'),
          area: '五金工具区',
          unit: '套',
          price: [890, 12900],
          shape: 'driver',
          hue: 4,
        },
      ],
    },
    {
      name: '电工照明',
      leaves: [
        {
          name: '开关插座',
          goods: words('五孔插座 双控开关 电视插座 USB插座'),
          variants: words('雅白 星空灰 香槟金 防溅 阻燃'),
          specs: words('86型 118型 120型'),
          area: '电工照明区',
          unit: '个',
          price: [780, 8900],
          shape: 'socket',
          hue: 216,
        },
        {
          name: '照明灯具',
          goods: words('LED球泡灯 LED灯管 吸顶灯 应急灯'),
          variants: words('暖白 正白 护眼 感应 节能'),
          specs: words('9W 18W 36W'),
          area: '电工照明区',
          unit: '个',
          price: [690, 18900],
          shape: 'bulb',
          hue: 48,
        },
      ],
    },
    {
      name: '紧固耗材',
      leaves: [
        {
          name: '螺栓螺母',
          goods: words('外六角螺栓 法兰螺母 自攻螺钉 膨胀螺栓'),
          variants: words('304不锈钢 镀锌 发黑 8.8级 加长'),
          specs: words('M6×100只 M8×50只 M10×50只'),
          area: '五金工具区',
          unit: '盒',
          price: [1200, 8600],
          shape: 'bolt',
          hue: 206,
        },
        {
          name: '胶带扎带',
          goods: words('电工胶带 封箱胶带 布基胶带 生料带'),
          variants: words('阻燃 透明 黑色 加宽 耐低温'),
          specs: words('18mm×20m 48mm×100m 60mm×150m'),
          area: '电工照明区',
          unit: '卷',
          price: [280, 2690],
          shape: 'tape',
          hue: 40,
        },
      ],
    },
  ],
}
