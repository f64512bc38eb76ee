#ifndef CTomlPlusPlus_H
#define CTomlPlusPlus_H
#endif
