// The article's attention, computed by whichever object file defines it: no template of the library is visible here.
#pragma once

/// output[24]: the article's output, [batch=1, seq=3, d_model=8].
void article_by_baseline(float* output);
void article_by_avx2(float* output);
