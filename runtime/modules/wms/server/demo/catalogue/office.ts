import { words, type Root } from './plan.ts'

export const office: Root = {
  name: '办公文具',
  field: 'office',
  branches: [
    {
      name: '书写用品',
      leaves: [
        {
          name: '中性笔',
          goods: words('按动中性笔 直液式走珠笔 速干中性笔 签字笔'),
          variants: words('黑色 蓝色 红色 墨蓝 大容量'),
          specs: words('0.38mm×12支 0.5mm×12支 0.7mm×12支'),
          area: '办公文具区',
          unit: '盒',
          price: [990, 4690],
          shape: 'pen',
          hue: 226,
        },
        {
          name: '标记笔',
          goods: words('白板笔 荧光笔 油性记号笔 勾线笔'),
          variants: words('单头 双头 细头 粗头 可加墨'),
          specs: words('单支 6支装 10支装'),
          area: '办公文具区',
          unit: '支',
          price: [180, 2990],
          shape: 'pen',
          hue: 150,
        },
      ],
    },
    {
      name: '纸本册夹',
      leaves: [
        {
          name: '打印纸',
          goods: words('复印纸 彩色打印纸 热敏纸 相片纸'),
          variants: words('70克 80克 高白 再生 双面'),
          specs: words('A4×500张×5包 A3×500张×5包 A5×500张×10包'),
          area: '办公文具区',
          unit: '箱',
          price: [9800, 21800],
          shape: 'paper',
          hue: 218,
        },
        {
          name: '本册文件夹',
          goods: words('线圈笔记本 硬面抄 档案盒 抽杆夹'),
          variants: words('A5 B5 A4 加厚 彩色'),
          specs: words('单件 4件装 10件装'),
          area: '办公文具区',
          unit: '包',
          price: [690, 5900],
          shape: 'book',
          hue: 264,
        },
      ],
    },
    {
      name: '办公设备',
      leaves: [
        {
          name: '桌面设备',
          goods: words('碎纸机 塑封机 标签打印机 计算器'),
          variants: words('静音 商务 便携 蓝牙 大屏'),
          specs: words('家用款 办公款 专业款'),
          area: '整箱备货区',
          unit: '台',
          price: [4900, 89900],
          shape: 'device',
          hue: 200,
        },
        {
          name: '打印耗材',
          goods: words('硒鼓 墨盒 碳带 墨水'),
          variants: words('黑色 青色 品红 黄色 易加粉'),
          specs: words('标准容量 大容量 双支装'),
          area: '整箱备货区',
          unit: '个',
          price: [3900, 32900],
          shape: 'crate',
          hue: 240,
        },
      ],
    },
  ],
}
